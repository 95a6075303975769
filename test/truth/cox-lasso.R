# Paths of Cox models with a lasso and an elastic net, by glmnet. Run: Rscript test/truth/cox-lasso.R > test/truth/cox-lasso.json
suppressMessages(library(glmnet))
set.seed(23)
numbers <- function(x) paste0("[", paste(formatC(as.vector(x), digits = 17, format = "g"), collapse = ","), "]")
case <- function(name, n, d, alpha, weighted, folds = 0) {
  x <- matrix(round(rnorm(n * d) * 8) / 8, n, d) %*% diag(2^(seq_len(d) %% 5 - 2))
  sums <- x[, 1] / sd(x[, 1]) - x[, 2] / sd(x[, 2]) + x[, 3] / sd(x[, 3]) / 2
  ended <- rexp(n, exp(sums) / 10)
  censored <- rexp(n, 1 / 20)
  # Whole times tie.
  time <- ceiling(pmin(ended, censored))
  status <- as.integer(ended <= censored)
  w <- if (weighted) rep(c(1, 2, 1, 3), length.out = n) else rep(1, n)
  y <- cbind(time = time, status = status)
  least <- if (d > n) 0.05 else 0.01
  fit <- glmnet(x, y, family = "cox", weights = w, alpha = alpha, nlambda = 30, lambda.min.ratio = least,
                thresh = 1e-20, maxit = 1e8)
  part <- rep(seq_len(max(folds, 1)), length.out = n)
  held <- ""
  if (folds > 0) {
    found <- cv.glmnet(x, y, family = "cox", alpha = alpha, lambda = fit$lambda, foldid = part, thresh = 1e-20, maxit = 1e8)
    held <- paste0(',\n"mean":', numbers(found$cvm), ',\n"error":', numbers(found$cvsd),
      ',\n"min":', which(found$lambda == found$lambda.min) - 1, ',"oneError":', which(found$lambda == found$lambda.1se) - 1)
  }
  paste0('{"name":"', name, '","n":', n, ',"d":', d, ',"alpha":', alpha, ',"least":', least,
    ',\n"x":', numbers(x), ',\n"time":', numbers(time), ',\n"status":', numbers(status), ',\n"w":', numbers(w),
    ',\n"part":', numbers(part), ',\n"lambda":', numbers(fit$lambda), ',\n"beta":', numbers(as.matrix(fit$beta)),
    ',\n"deviance":', numbers((1 - fit$dev.ratio) * fit$nulldev), held, '}')
}
cat("[", paste(c(case("ties", 90, 8, 1, FALSE, 5), case("weights", 90, 8, 1, TRUE), case("elastic net", 80, 6, 0.5, FALSE),
  case("weighted elastic net", 80, 6, 0.3, TRUE), case("wide", 40, 70, 1, FALSE)), collapse = ",\n"), "]\n", sep = "")
