import { relativeTime } from './time.ts'

/** The relative time inside a sentence: "listed just now". */
export function timeInSentence(time: Date, now: Date): string {
  return relativeTime(time, now).replace('Just now', 'just now')
}
