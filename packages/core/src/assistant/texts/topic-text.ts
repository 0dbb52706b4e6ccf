import type { FindingId } from '../../health/index.ts'
import type { Answer } from '../answer.ts'
import type { ConceptId } from './concepts.ts'

/** Concepts of which one must be in the question. */
export type AnyOf = ConceptId | readonly ConceptId[]

/** One combination of concepts that makes a question one about a text. */
export interface Ask {
  /** Each of these must be in the question. */
  all: readonly AnyOf[]
  /** None of these: with one of them the question is another one. */
  not?: readonly ConceptId[]
}

/** A short text about a subject that no scan knows: what a code means, how a thing is done. */
export interface TopicText {
  id: string
  title: string
  /** How a question about it is recognized: by one of these. */
  asks: readonly Ask[]
  /** Concepts that such a question can also have without being another one. */
  with?: readonly ConceptId[]
  /** A quoted code decides alone: what else the question has are its circumstances. */
  isQuoted?: true
  /** Such a question may name a mail service without being another one. */
  isOfServices?: true
  /** It also answers a question about the state of one domain, together with the findings of its scan. */
  isOfDomain?: true
  answer: Answer
  /** The findings of a scan that show this cause, the likeliest first. */
  findings?: readonly FindingId[]
  /** The RFC section or the page that it rests on. */
  source: string
  /** The month in which we read the source: `2026-11`. */
  checked: string
}

/** The month in which the sources of these texts were read. */
export const readIn = '2026-11'
