# Paths of logistic regression with a lasso and an elastic net, by glmnet. Run: Rscript test/truth/class-paths.R > test/truth/class-paths.json
suppressMessages(library(glmnet))
set.seed(11)
numbers <- function(x) paste0("[", paste(formatC(as.vector(x), digits = 17, format = "g"), collapse = ","), "]")
case <- function(name, n, d, classes, alpha) {
  x <- matrix(round(rnorm(n * d) * 8) / 8, n, d) %*% diag(2^(seq_len(d) %% 5 - 2))
  score <- sapply(seq_len(classes), function(k) (k - 1) * (x[, 1] / sd(x[, 1]) - x[, 2] / sd(x[, 2]) * (k %% 2)) + rnorm(n))
  y <- max.col(score) - 1
  family <- if (classes == 2) "binomial" else "multinomial"
  w <- rep(c(1, 2, 1, 3), length.out = n)
  fit <- glmnet(x, factor(y), family = family, weights = w, alpha = alpha, nlambda = 30, lambda.min.ratio = 0.01,
                thresh = 1e-20, maxit = 1e8)
  beta <- if (classes == 2) list(fit$beta) else fit$beta
  b <- sapply(beta, as.matrix)
  a0 <- if (classes == 2) matrix(fit$a0, 1) else fit$a0
  paste0('{"name":"', name, '","n":', n, ',"d":', d, ',"classes":', classes, ',"alpha":', alpha,
    ',\n"x":', numbers(x), ',\n"y":', numbers(y), ',\n"w":', numbers(w), ',\n"lambda":', numbers(fit$lambda),
    ',\n"beta":', numbers(b), ',\n"intercepts":', numbers(a0), '}')
}
cat("[", paste(c(case("two", 120, 8, 2, 1), case("two-net", 120, 8, 2, 0.5), case("wide", 40, 60, 2, 1),
  case("three", 150, 6, 3, 1), case("four-net", 160, 6, 4, 0.7)), collapse = ",\n"), "]\n", sep = "")
