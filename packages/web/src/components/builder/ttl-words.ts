const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Where there was no record, no cache keeps an older one. */
export const newRecordWords = 'Wait a few minutes until your DNS provider has updated its name servers.'

/** How long caches may keep the record that is published now, by its TTL; null: the TTL is not known. */
export function cacheWords(ttl: number | null): string {
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
