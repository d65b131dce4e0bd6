/** Why a file cannot be read or written, in words, without its path. */
export const readingError = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'ENOENT':
      return 'there is no such file'
    case 'EISDIR':
      return 'it is a folder'
    case 'ENOTDIR':
      return 'a part of the path is not a folder'
    case 'EACCES':
    case 'EPERM':
      return 'access is denied'
    default:
      return typeof code === 'string' ? `it cannot be used (${code})` : 'it cannot be used'
  }
}
