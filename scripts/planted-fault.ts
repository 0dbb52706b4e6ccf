/** A fault that someone could make in the code, and the tests that must notice it. */
export interface PlantedFault {
  id: string
  package: 'core' | 'contract' | 'scanner' | 'server' | 'web'
  /** What kind of mistake it is: "forgotten where", "lost lock", "wrong text". */
  kind: string
  /** The file it is in; all paths are from the root. */
  file: string
  /** Text that is in the file exactly once. */
  find: string
  replace: string
  /** The tests that can see it: files of Vitest or Playwright, or `scripts/check.ts`. One of them is enough. */
  foundBy: readonly string[]
  /** The title of the browser test, or the step of the check. */
  only?: string
  /** What the tests of commit b882c186 made of it. */
  before: string
  note?: string
}

/** A file's text with a fault in it. @throws Error unless the place is there exactly once */
export function withFault(text: string, { id, file, find, replace }: PlantedFault): string {
  const count = text.split(find).length - 1
  if (count !== 1) throw new Error(`${id}: its place is ${count} times in ${file}`)
  return text.replace(find, () => replace)
}

/** The commands that run the tests of some faults, the cheapest first. */
export function commandsFor(faults: readonly PlantedFault[]): readonly string[][] {
  const foundBy = [...new Set(faults.flatMap(fault => fault.foundBy))]
  const units = foundBy.filter(path => /\.test\.tsx?$/.test(path))
  const browser = foundBy.filter(path => path.endsWith('.spec.ts'))
  const names = faults.flatMap(({ only }) => (only === undefined ? [] : [only]))
  return [
    ...(foundBy.includes('scripts/check.ts') ? [['node', 'scripts/check.ts', ...names]] : []),
    ...(units.length > 0 ? [['vitest', 'run', ...(faults.length > 1 ? [] : ['--bail=1']), ...units]] : []),
    ...(browser.length > 0
      ? [
          ['scripts/in-namespace', 'playwright', 'test', '--config', 'e2e/playwright.config.ts', ...browser].concat(
            names.length > 0 ? ['-g', names.map(literally).join('|')] : [],
          ),
        ]
      : []),
  ]
}

/** An expression that matches this text. */
function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, sign => `\\${sign}`)
}
