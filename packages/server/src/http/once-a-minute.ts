/** As many clients are remembered. In a minute with more, the others are not told of: the log must stay small. */
const clientsMax = 5_000

/** @returns whether a client was not told of in this minute yet; from then on it was */
export function onceAMinute(now: () => number = Date.now): (client: string) => boolean {
  let minute = 0
  const told = new Set<string>()
  return client => {
    const current = Math.floor(now() / 60_000)
    if (current !== minute) told.clear()
    minute = current
    if (told.has(client) || told.size >= clientsMax) return false
    told.add(client)
    return true
  }
}
