/** The version of criba that results name; a test compares it with the package's. */
export const version = '0.1.0'
