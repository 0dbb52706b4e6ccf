/** The kind of an error and its place in the code. Its message may quote the message of a user. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'a report could not be made'
  const { name, message, stack = '' } = error
  const place = stack
    .replace(message, () => '')
    .split('\n')
    .find(line => line.startsWith('    at '))
  return `${name}${place === undefined ? '' : ` ${place.trim()}`}`
}
