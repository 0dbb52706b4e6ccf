import { getAuthTables } from 'better-auth/db'
import { jwt, twoFactor } from 'better-auth/plugins'
import { getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { identitySchema } from './identity.ts'

const wanted = getAuthTables({ emailAndPassword: { enabled: true }, plugins: [jwt(), twoFactor()] })

it('has one table for each model of better-auth, and no other', () => {
  expect(Object.keys(identitySchema).sort()).toEqual(Object.keys(wanted).sort())
})

it.each(Object.entries(wanted))('%s has the fields, types and rules the library expects', (model, { fields }) => {
  const table = identitySchema[model as keyof typeof identitySchema]
  const columns: Record<string, { notNull: boolean; isUnique: boolean; columnType: string }> = getTableColumns(table)
  expect(Object.keys(columns).sort()).toEqual(['id', ...Object.keys(fields)].sort())
  const types = { string: 'PgText', boolean: 'PgBoolean', date: 'PgTimestamp', number: 'PgInteger' }
  for (const [name, field] of Object.entries(fields)) {
    expect(columns[name], `${model}.${name}`).toMatchObject({
      notNull: field.required === true,
      isUnique: field.unique === true,
      columnType: types[field.type as keyof typeof types],
    })
  }
  const references = Object.values(fields).filter(field => field.references)
  expect(getTableConfig(table).foreignKeys).toHaveLength(references.length)
})
