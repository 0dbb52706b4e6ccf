/**
 * A finished report, and why it shows code points in place of letters; null: it does not. Without a file: why there is
 * none. A problem quotes nothing of the report.
 */
export type Rendered = { file: Uint8Array; problem: string | null } | { file: null; problem: string }

/**
 * Makes a report, and once more with everything but ASCII as code points when that fails: a font can fail on a rare
 * sequence of characters. Never rejects.
 */
export async function renderTwice(render: (options: { escaped: boolean }) => Promise<Uint8Array>): Promise<Rendered> {
  try {
    return { file: await render({ escaped: false }), problem: null }
  } catch (error) {
    const problem = withoutText(error)
    try {
      return { file: await render({ escaped: true }), problem }
    } catch (again) {
      return { file: null, problem: withoutText(again) }
    }
  }
}

/** The kind of an error and its place in the code. Its message may quote the message of a user. */
function withoutText(error: unknown): string {
  if (!(error instanceof Error)) return 'a report could not be made'
  const { name, message, stack = '' } = error
  const place = stack
    .replace(message, () => '')
    .split('\n')
    .find(line => line.startsWith('    at '))
  return `${name}${place === undefined ? '' : ` ${place.trim()}`}`
}
