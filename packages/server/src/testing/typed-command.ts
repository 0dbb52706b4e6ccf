import { run } from '../cli/main.ts'

/** Runs an operator's command in this process, in the conditions of a typed one, on the data of a folder. */
export async function typedIn(folder: string, words: string, variables: Record<string, string> = {}) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await run(
    words.split(' ').filter(Boolean),
    { DATA_DIR: folder, ...variables },
    line => said.push(line),
    line => complaints.push(line),
  )
  return { code, said, complaints }
}
