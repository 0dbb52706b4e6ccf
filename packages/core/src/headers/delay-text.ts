/** The delay of a hop as it is shown. */
export interface DelayText {
  /** `45 seconds`, `02:12 minutes`, `1 hour 5 minutes`; `–` where a time is missing. */
  text: string
  /** The receiving host's clock was behind the one before it. The delay is then shown as 0 (decision 6.15). */
  isSkewed: boolean
}

/**
 * The delay of a hop in words (decision 6.16): below a minute in seconds, below an hour as `mm:ss minutes`, else in hours
 * and minutes.
 *
 * @param seconds signed; null: one of the two times is missing
 */
export function delayText(seconds: number | null): DelayText {
  if (seconds === null) return { text: '–', isSkewed: false }
  return { text: lengthText(Math.max(0, Math.round(seconds))), isSkewed: seconds < 0 }
}

function lengthText(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${twoDigits(minutes)}:${twoDigits(seconds % 60)} minutes`
  return `${counted(Math.floor(minutes / 60), 'hour')} ${counted(minutes % 60, 'minute')}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
