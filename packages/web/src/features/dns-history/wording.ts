/** "every 6 hours": how often DNS is checked. */
export function everyHours(hours: number): string {
  return hours === 1 ? 'every hour' : `every ${hours} hours`
}

/** "1 change", "1,204 changes". */
export function changeCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`
}
