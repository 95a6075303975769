# Random forests by ranger: forest.R <rows> <columns> <trees> <threads> <data.f64>, columns one after the other, the class last.
library(ranger)
given <- commandArgs(trailingOnly = TRUE)
n <- as.integer(given[1]); d <- as.integer(given[2]); trees <- as.integer(given[3]); threads <- as.integer(given[4])
values <- matrix(readBin(given[5], "double", n * (d + 1)), n)
data <- data.frame(values[, 1:d])
data$y <- factor(values[, d + 1])
fit <- function(seed) ranger(dependent.variable.name = "y", data = data, num.trees = trees, num.threads = threads, min.node.size = 1, importance = "impurity_corrected", seed = seed)
found <- fit(1)$variable.importance
times <- sapply(1:3, function(seed) system.time(fit(seed))[3])
cat(sprintf('{"median":%f,"result":[%s]}', median(times), paste(order(-found) - 1, collapse = ",")))
