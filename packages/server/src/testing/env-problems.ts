import { EnvProblems, readEnv } from '../env.ts'

/** The problems that the server names when it starts with these variables; empty: it starts. */
export function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readEnv(variables)
    return []
  } catch (error) {
    if (error instanceof EnvProblems) return error.problems
    throw error
  }
}
