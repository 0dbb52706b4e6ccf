const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long caches may keep a record that is replaced. @param ttl of the published record in seconds; null: not known */
export function cachesExpire(ttl: number | null): string {
  if (ttl === null) return 'Allow time for caches to expire: up to the TTL of the previous record.'
  return `Allow up to ${lengthOf(ttl)} for caches to expire (TTL ${ttl}).`
}

/** Rounded up: "4 hours". */
function lengthOf(seconds: number): string {
  if (seconds < minute) return counted(seconds, 'second')
  if (seconds < hour) return counted(Math.ceil(seconds / minute), 'minute')
  if (seconds < 2 * day) return counted(Math.ceil(seconds / hour), 'hour')
  return counted(Math.ceil(seconds / day), 'day')
}

function counted(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/** Where there was no record, no cache keeps an older one. */
export const serversUpdate = 'Wait a few minutes until your DNS provider has updated its name servers.'

/** After a lookup that found name servers without the record. */
export const checkAgainSoon = 'Check again in a few minutes.'

/** Beside a record that the name servers have: resolvers may still return the previous one. */
export const afterCaches = 'Receivers see it once their caches expire.'
