# Paths of several targets by glmnet. Run: Rscript test/truth/multi-task-lasso.R > test/truth/multi-task-lasso.json
suppressMessages(library(glmnet))
set.seed(37)
numbers <- function(x) paste0("[", paste(formatC(as.vector(x), digits = 17, format = "g"), collapse = ","), "]")
case <- function(name, n, d, targets, weighted, folds = 0) {
  x <- matrix(round(rnorm(n * d) * 8) / 8, n, d) %*% diag(2^(seq_len(d) %% 5 - 2))
  s <- function(j) x[, j] / sd(x[, j])
  y <- sapply(seq_len(targets), function(t) round((t * s(1) - s(2) + (t - 2) * s(3) + 2 * rnorm(n)) * 10^t * 8) / 8)
  w <- if (weighted) rep(c(1, 2, 1, 3), length.out = n) else rep(1, n)
  least <- if (d > n) 0.05 else 0.01
  fit <- glmnet(x, y, family = "mgaussian", weights = w, standardize.response = TRUE, nlambda = 20,
                lambda.min.ratio = least, thresh = 1e-20, maxit = 1e8)
  part <- rep(seq_len(max(folds, 1)), length.out = n)
  held <- ""
  if (folds > 0) {
    # The unit of each target is its standard deviation over all rows, in every fold.
    unit <- apply(y, 2, function(one) sqrt(mean((one - mean(one))^2)))
    found <- cv.glmnet(x, y %*% diag(1 / unit), family = "mgaussian", lambda = fit$lambda, foldid = part, thresh = 1e-20, maxit = 1e8)
    held <- paste0(',\n"mean":', numbers(found$cvm), ',\n"error":', numbers(found$cvsd))
  }
  beta <- sapply(fit$beta, function(one) as.vector(as.matrix(one)))
  paste0('{"name":"', name, '","n":', n, ',"d":', d, ',"targets":', targets, ',"least":', least,
    ',\n"x":', numbers(x), ',\n"y":', numbers(y), ',\n"w":', numbers(w), ',\n"part":', numbers(part),
    ',\n"lambda":', numbers(fit$lambda), ',\n"beta":', numbers(beta), ',\n"intercepts":', numbers(fit$a0), held, '}')
}
cat("[", paste(c(case("three targets", 60, 6, 3, FALSE, 5), case("weighted", 50, 5, 2, TRUE),
  case("wide", 30, 40, 2, FALSE)), collapse = ",\n"), "]\n", sep = "")
