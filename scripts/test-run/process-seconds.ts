/** Processor time of processes, as Linux tells it. */
/** Reads a line of Linux's `/proc/<pid>/stat`. */
export function secondsOf(stat: string): { user: number; system: number } {
  // The name of the program is in parentheses and may contain anything.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { user: (user + endedUser) / 100, system: (system + endedSystem) / 100 }
}
