/** What the operator's commands share with the engine's: the table of arguments and how a line is read by it. */
export { type ArgSpec, CommandError, checkArgs, usageOf, type Values } from './arguments.ts'
export { optionName, readOneShot } from './one-shot.ts'
