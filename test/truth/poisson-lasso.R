# Paths of Poisson regressions with a lasso and an elastic net, by glmnet. Run: Rscript test/truth/poisson-lasso.R > test/truth/poisson-lasso.json
suppressMessages(library(glmnet))
set.seed(31)
numbers <- function(x) paste0("[", paste(formatC(as.vector(x), digits = 17, format = "g"), collapse = ","), "]")
case <- function(name, n, d, alpha, weighted, folds = 0) {
  x <- matrix(round(rnorm(n * d) * 8) / 8, n, d) %*% diag(2^(seq_len(d) %% 5 - 2))
  y <- rpois(n, exp(0.5 + (x[, 1] / sd(x[, 1]) - x[, 2] / sd(x[, 2])) / 2))
  w <- if (weighted) rep(c(1, 2, 1, 3), length.out = n) else rep(1, n)
  least <- if (d > n) 0.05 else 0.01
  fit <- glmnet(x, y, family = "poisson", weights = w, alpha = alpha, nlambda = 20, lambda.min.ratio = least,
                thresh = 1e-20, maxit = 1e8)
  part <- rep(seq_len(max(folds, 1)), length.out = n)
  held <- ""
  if (folds > 0) {
    found <- cv.glmnet(x, y, family = "poisson", alpha = alpha, lambda = fit$lambda, foldid = part, thresh = 1e-20, maxit = 1e8)
    held <- paste0(',\n"mean":', numbers(found$cvm), ',\n"error":', numbers(found$cvsd))
  }
  paste0('{"name":"', name, '","n":', n, ',"d":', d, ',"alpha":', alpha, ',"least":', least,
    ',\n"x":', numbers(x), ',\n"y":', numbers(y), ',\n"w":', numbers(w), ',\n"part":', numbers(part),
    ',\n"lambda":', numbers(fit$lambda), ',\n"beta":', numbers(as.matrix(fit$beta)), ',\n"intercepts":', numbers(fit$a0), held, '}')
}
cat("[", paste(c(case("lasso", 90, 6, 1, FALSE, 5), case("weighted elastic net", 80, 6, 0.4, TRUE),
  case("wide", 40, 50, 1, FALSE)), collapse = ",\n"), "]\n", sep = "")
