import { type Private, privateText } from '@waxseal/core/assistant'
import type { Deps } from '../../deps.ts'
import { peopleOfLog } from '../audit/people-of-log.ts'
import { namesOfPeople } from '../workspaces/account-facts.ts'
import type { Actor } from '../workspaces/actor.ts'
import { earlierQuestions, type Task } from './task.ts'

/** Shorter parts of a name are also words. */
const partMin = 3

/**
 * What a person typed of the names of people who once belonged to the workspace: each as it was typed, so that nothing is
 * shown that the user did not write. The audit log knows them after they were removed.
 *
 * @param isHidden whether a text has a placeholder already, as one of today's members has
 */
export async function formerPeopleIn(
  { store: { db } }: Pick<Deps, 'store'>,
  { workspace }: Pick<Actor, 'workspace'>,
  task: Task,
  isHidden: (text: string) => boolean,
): Promise<readonly Private[]> {
  if (!('message' in task)) return []
  const typed = [task.message, ...earlierQuestions(task.history)].join('\n')
  const { names, memberIds } = await peopleOfLog(db, workspace.id)
  const lower = typed.toLowerCase()
  const found = [...names, ...(await namesOfPeople(db, memberIds))].flatMap(name => [
    ...typedAt(typed, lower.indexOf(name.toLowerCase()), name.length),
    ...name.split(/\s+/u).filter(part => part.length >= partMin && typed.includes(part)),
  ])
  const texts = [...new Set(found)].filter(text => text.trim() !== '' && !isHidden(text))
  return texts.map(text => privateText('person', text))
}

/** As it was typed, in its own letter case. */
const typedAt = (typed: string, at: number, length: number): readonly string[] =>
  at < 0 ? [] : [typed.slice(at, at + length)]
