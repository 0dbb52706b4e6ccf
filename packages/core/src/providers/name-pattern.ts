/**
 * Whether a host name matches a pattern of the provider data: `.example.com` is any name below it, `*` in
 * `mx.*.example.com` is one label, everything else is the name itself. Both in lower case, without a final dot.
 */
export function matchesPattern(host: string, pattern: string): boolean {
  const below = pattern.startsWith('.')
  const wanted = (below ? pattern.slice(1) : pattern).split('.')
  const labels = host.split('.')
  if (below ? labels.length <= wanted.length : labels.length !== wanted.length) return false
  return wanted.every((label, at) => label === '*' || label === labels[labels.length - wanted.length + at])
}

/** Lower case, without the final dot. */
export function comparable(host: string): string {
  const lower = host.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}
