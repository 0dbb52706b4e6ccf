import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { secondConnections } from './second-connections.data.ts'

const cwd = fileURLToPath(new URL('..', import.meta.url))

it('each test file with more than one connection is listed with what happens at once there', () => {
  const asking = globSync('**/*.{test,fixture}.ts', { cwd }).filter(file => {
    const text = readFileSync(`${cwd}/${file}`, 'utf8')
    return text.includes("testing/store.ts'") && /connections: (?:[2-9]|[1-9]\d)/.test(text)
  })
  expect(asking.sort()).toEqual(Object.keys(secondConnections).sort())
})
