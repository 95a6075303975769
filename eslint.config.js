import eslint from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const sameBits = 'results must be the same bits everywhere: take logarithms and powers from a library'
const allowedMath = 'sqrt|abs|floor|ceil|round|trunc|min|max|fround|sign|imul|clz32|PI'
const engineRoom = 'only src/node.ts, src/files and the engines touch the host'

const syntax = {
  random: {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'randomness comes from the seed: use pure-rand',
  },
  math: [
    {
      selector: `MemberExpression[object.name="Math"][computed=false]:not([property.name=/^(${allowedMath}|random)$/])`,
      message: sameBits,
    },
    {
      selector: 'MemberExpression[object.name="Math"][computed=true]',
      message: `write Math.name; ${sameBits}`,
    },
    { selector: 'MemberExpression[property.name="Math"]', message: `write Math.name; ${sameBits}` },
    { selector: 'VariableDeclarator[init.name="Math"]', message: `write Math.name; ${sameBits}` },
    { selector: 'BinaryExpression[operator="**"]', message: sameBits },
    { selector: 'AssignmentExpression[operator="**="]', message: sameBits },
  ],
  hostImport: {
    selector: 'ImportExpression[source.value=/^node:/]',
    message: engineRoom,
  },
}

// A module imports only those before it, through their doors.
const modules = ['core', 'methods', 'memory', 'sql', 'files', 'analyses', 'report']
const host = { group: ['node:*'], message: engineRoom }

/**
 * What a module must not import.
 * @param {string} module
 * @returns {object[]}
 */
function wrongWays(module) {
  const place = modules.indexOf(module)
  const others = modules.filter((other) => other !== module)
  return [
    {
      regex: `^#(${modules.slice(place).join('|')})(/|$)`,
      message: `${module} imports only ${modules.slice(0, place).join(', ') || 'itself'}`,
    },
    {
      group: others.map((other) => `../**/${other}/**`),
      message: 'another module is reached through its door, as #core',
    },
  ]
}

export default defineConfig(
  globalIgnores([
    'dist/',
    'coverage/',
    'site/',
    'node_modules/',
    'assembly/',
    'src/memory/threads/binary.ts',
  ]),
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'studio/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', syntax.random],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
      // TypeScript itself says which names exist.
      'no-undef': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'experiments/**/*.ts', 'contract/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', syntax.random, ...syntax.math, syntax.hostImport],
      'no-restricted-globals': [
        'error',
        { name: 'process', message: engineRoom },
        { name: 'Buffer', message: engineRoom },
      ],
      'no-restricted-imports': ['error', { patterns: [host] }],
    },
  },
  {
    // Node's test runner waits for its own tests.
    files: ['examples/own-methods/*.test.js'],
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
  {
    files: ['src/node.ts', 'src/sql/duckdb/**/*.ts', 'src/sql/clickhouse/**/*.ts', 'src/files/**/*.ts'],
    rules: {
      'no-restricted-globals': 'off',
      'no-restricted-imports': 'off',
      'no-restricted-syntax': ['error', syntax.random, ...syntax.math],
    },
  },
  ...modules.map(
    (module) =>
      /** @type {import('eslint').Linter.Config} */ ({
        files: [`src/${module}/**/*.ts`],
        ignores: ['src/sql/duckdb/**', 'src/sql/clickhouse/**'],
        rules: {
          'no-restricted-imports': [
            'error',
            { patterns: [...(module === 'files' ? [] : [host]), ...wrongWays(module)] },
          ],
        },
      }),
  ),
  {
    files: ['src/sql/duckdb/**/*.ts', 'src/sql/clickhouse/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: wrongWays('sql') }] },
  },
  {
    files: ['**/*.js'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
)
