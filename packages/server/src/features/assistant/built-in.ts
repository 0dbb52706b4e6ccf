import { type Answer, analyzeHeaders, analyzeScan, type Facts, reply } from '@waxseal/core/assistant'
import { earlierQuestions, type Task } from './task.ts'

type Origin = Parameters<typeof reply>[2]['origin']

/** The answer of the built-in analyst. @param origin why no language model answers */
export function builtInAnswer(task: Task, facts: Facts, origin: Origin): Answer {
  switch (task.kind) {
    case 'scan':
      if (facts.scan === null) throw new Error('the facts of an analysis have no scan')
      return analyzeScan(facts.scan, facts, origin)
    case 'message':
      if (facts.header === null) throw new Error('the facts of an analysis have no header')
      return analyzeHeaders(facts.header, facts, origin)
    case 'scan-question':
    case 'message-question':
    case 'chat':
      return reply(task.message, facts, { origin, earlier: earlierQuestions(task.history) })
    default:
      return task satisfies never
  }
}
