import type { AssistantEvent } from '@waxseal/contract'

/** The events of a streamed answer. @throws Error when the stream does not end with `[DONE]` */
export function answerEvents(text: string): AssistantEvent[] {
  const lines = text.split('\n\n').filter(line => line.startsWith('data: '))
  if (lines.pop() !== 'data: [DONE]') throw new Error(`the stream has no end: ${text.slice(-200)}`)
  return lines.map(line => JSON.parse(line.slice('data: '.length)) as AssistantEvent)
}
