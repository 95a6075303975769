# Times glmnet's lasso of classes with five folds on the columns a benchmark wrote; prints seconds and the penalties, as JSON.
#
# Usage: glmnet_classes.R ROWS COLUMNS FILE: FILE holds ROWS x COLUMNS doubles, column by column, then the number of each row's class.

suppressPackageStartupMessages(library(glmnet))

arguments <- commandArgs(trailingOnly = TRUE)
rows <- as.integer(arguments[1])
columns <- as.integer(arguments[2])
values <- readBin(arguments[3], "double", rows * (columns + 1))
X <- matrix(values[seq_len(rows * columns)], rows)
y <- factor(values[-seq_len(rows * columns)])
family <- if (nlevels(y) == 2) "binomial" else "multinomial"
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
