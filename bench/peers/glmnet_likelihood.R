# Times glmnet's lasso of a likelihood with five folds on the columns a benchmark wrote; prints seconds and the penalties, as JSON.
#
# Usage: glmnet_likelihood.R FAMILY ROWS COLUMNS FILE: FILE holds ROWS x COLUMNS doubles, column by column, then what each row has
# of the target: of "classes" the number of its class, of "poisson" its count, of "cox" its time, and then 1 for an event or 0.

suppressPackageStartupMessages(library(glmnet))
suppressPackageStartupMessages(library(survival))

arguments <- commandArgs(trailingOnly = TRUE)
family <- arguments[1]
rows <- as.integer(arguments[2])
columns <- as.integer(arguments[3])
values <- readBin(arguments[4], "double", rows * (columns + 2))
X <- matrix(values[seq_len(rows * columns)], rows)
target <- matrix(values[-seq_len(rows * columns)], rows)
y <- switch(family,
  classes = factor(target[, 1]),
  poisson = target[, 1],
  cox = Surv(target[, 1], target[, 2])
)
if (family == "classes") family <- if (nlevels(y) == 2) "binomial" else "multinomial"
folds <- rep_len(1:5, rows)
# All penalties, however much is explained.
glmnet.control(fdev = 0, devmax = 1)

fitted <- NULL
once <- function() {
  start <- proc.time()[["elapsed"]]
  fitted <<- cv.glmnet(X, y, family = family, nlambda = 100, lambda.min.ratio = 0.001, foldid = folds)
  proc.time()[["elapsed"]] - start
}

cold <- once()
seconds <- replicate(3, once())
cat(sprintf(
  '{"version": "%s", "cold": %f, "median": %f, "penalties": [%s]}\n',
  packageVersion("glmnet"), cold, median(seconds), paste(sprintf("%.17g", fitted$lambda), collapse = ",")
))
