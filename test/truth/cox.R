# Values of R's survival for test/truth/cox.test.ts: Rscript test/truth/cox.R > test/truth/cox.json
library(survival)
options(digits = 15)

i <- 0:59
rows <- data.frame(
  time = 1 + (i * 29 + (i * i) %% 17) %% 20,
  status = as.integer((i * 7) %% 5 > 1),
  x = (i * 37) %% 23 + (i %% 7) / 4,
  z = (i * 11) %% 13,
  level = c("a", "b", "c", "d")[1 + (i * 13 + i %/% 5) %% 4],
  weight = 1 + i %% 3
)
repeated <- rows[rep(1:60, rows$weight), ]
exact <- coxph.control(eps = 1e-12, iter.max = 100)
sd0 <- function(v) sqrt(mean((v - mean(v))^2))

# The standard deviation of what each column adds to the sums.
adds <- function(fit, data) apply(predict(fit, data, type = "terms"), 2, sd0)
fitted <- function(data, ties = "efron", ...) {
  coxph(Surv(time, status) ~ x + z + level, data, ties = ties, control = exact, ...)
}
standard <- function(v) (v - mean(v)) / sd0(v)
scaled <- transform(rows, x = standard(x), z = standard(z))
penalised <- coxph(Surv(time, status) ~ ridge(x, z, theta = 5, scale = FALSE), scaled, control = exact)

# Rows in order: the first third predicts the second, both the last.
heldOut <- function(train, test) {
  fit <- coxph(Surv(time, status) ~ x + z, rows[train, ], control = exact)
  risk <- predict(fit, rows[test, ])
  concordance(Surv(time, status) ~ risk, rows[test, ], reverse = TRUE)$concordance
}

values <- list(
  "efron" = adds(fitted(rows), rows),
  "breslow" = adds(fitted(rows, "breslow"), rows),
  "copies" = adds(fitted(repeated), repeated),
  "weighted breslow" = adds(coxph(Surv(time, status) ~ x + z + level, repeated, ties = "breslow", control = exact), repeated),
  "ridge" = abs(coef(penalised)),
  "held out" = c(heldOut(1:20, 21:40), heldOut(1:40, 41:60))
)
text <- sapply(names(values), function(name) {
  sprintf('  "%s": [%s]', name, paste(format(values[[name]], digits = 15, trim = TRUE), collapse = ", "))
})
cat("{\n", paste(text, collapse = ",\n"), "\n}\n", sep = "")
