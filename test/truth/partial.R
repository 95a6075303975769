# Partial correlations of R for test/truth/partial.test.ts: Rscript test/truth/partial.R > test/truth/partial.json
options(digits = 15)

i <- 0:79
rows <- data.frame(
  y = (i * 37) %% 41 + (i %% 3) * 9 + i / 8,
  x = (i * 53) %% 47 + (i %% 3) * 5,
  age = (i * 29) %% 31 + i / 5,
  dose = (i * i) %% 17 - i / 9,
  batch = c("a", "b", "c")[1 + i %% 3],
  site = c("u", "v")[1 + (i %/% 5) %% 2],
  w = i %% 4
)
rows$gaps <- ifelse(i %% 11 == 3, NA, rows$x)
rows$same <- 2 * rows$age + 1
rows$own <- 3 * rows$age - 7 + ifelse(rows$batch == "b", 4, 0)

# ρ of what lines on the numbers leave within the joint levels, and the p of the column in the whole model.
partial <- function(column, given, data = rows, ranks = FALSE) {
  data <- data[complete.cases(data[c("y", column, intersect(names(data), all.vars(given)))]), ]
  if (ranks) for (name in c("y", column, "age", "dose")) data[[name]] <- rank(data[[name]])
  left <- function(name) resid(lm(update(given, paste(name, "~ .")), data))
  rho <- cor(left("y"), left(column))
  model <- lm(update(given, paste("y ~ . +", column)), data)
  c(rho, coef(summary(model))[column, 4])
}
repeated <- rows[rep(1:80, rows$w), ]

values <- list(
  "age" = partial("x", ~ age),
  "age dose" = partial("x", ~ age + dose),
  "batch" = partial("x", ~ batch),
  "batch site" = partial("x", ~ batch:site),
  "batch site age" = partial("x", ~ batch:site + age),
  "batch age, gaps" = partial("gaps", ~ batch + age),
  "age same" = partial("x", ~ age + same),
  "batch age, weighted" = partial("x", ~ batch + age, repeated),
  "age dose, ranks" = partial("x", ~ age + dose, ranks = TRUE),
  "batch age, ranks" = partial("x", ~ batch + age, ranks = TRUE)
)
cat("{\n", paste0("  \"", names(values), "\": [", sapply(values, function(v) paste(format(v, digits = 15, trim = TRUE), collapse = ", ")), "]", collapse = ",\n"), "\n}\n", sep = "")
