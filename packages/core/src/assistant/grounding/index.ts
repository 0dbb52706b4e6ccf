export type { Source } from './sources.ts'
export type { StatementKind } from './statements.ts'
export { type AnswerChecker, answerChecker, type Checked, type Grounds, type Unsupported } from './unsupported.ts'
