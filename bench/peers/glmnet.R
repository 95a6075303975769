# Times glmnet's elastic net on the columns a benchmark wrote; prints seconds, and the path, as JSON.
#
# Usage: glmnet.R ALPHA ROWS COLUMNS FILE: FILE holds ROWS x COLUMNS doubles, column by column, then the target, of variance 1.

suppressPackageStartupMessages(library(glmnet))

arguments <- commandArgs(trailingOnly = TRUE)
alpha <- as.numeric(arguments[1])
rows <- as.integer(arguments[2])
columns <- as.integer(arguments[3])
values <- readBin(arguments[4], "double", rows * (columns + 1))
X <- matrix(values[seq_len(rows * columns)], rows)
y <- values[-seq_len(rows * columns)]
# All penalties, however much is explained.
glmnet.control(fdev = 0, devmax = 1)

net <- NULL
once <- function() {
  start <- proc.time()[["elapsed"]]
  net <<- glmnet(X, y, alpha = alpha, nlambda = 100, lambda.min.ratio = 0.001)
  proc.time()[["elapsed"]] - start
}

cold <- once()
seconds <- replicate(5, once())
list_of <- function(numbers) paste0("[", paste(sprintf("%.17g", numbers), collapse = ","), "]")
weights <- apply(as.matrix(net$beta), 1, list_of)
cat(sprintf(
  '{"version": "%s", "cold": %f, "median": %f, "penalties": %s, "weights": [%s]}\n',
  packageVersion("glmnet"), cold, median(seconds), list_of(net$lambda), paste(weights, collapse = ",")
))
