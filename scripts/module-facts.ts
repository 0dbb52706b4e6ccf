/** What a module keeps at its top level, and the names it imports, both found with a parser. */
import { type Declaration, type Directive, type Expression, parseSync, type Statement, type TSType } from 'oxc-parser'
import type { SourceFile } from './check-structure.ts'

/** The names imported, or passed on, from modules whose path holds `part`, as the exporting module calls them. */
export function importedNames({ path, text }: SourceFile, part: string): string[] {
  return parsed(path, text).body.flatMap(statement => {
    if (statement.type === 'ExportAllDeclaration') return statement.source.value.includes(part) ? ['*'] : []
    if (statement.type === 'ExportNamedDeclaration' && statement.source?.value.includes(part)) {
      return statement.specifiers.map(({ local }) => (local.type === 'Literal' ? local.value : local.name))
    }
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.includes(part)) return []
    return statement.specifiers.flatMap(specifier => {
      if (specifier.type !== 'ImportSpecifier') return ['*']
      return specifier.imported.type === 'Identifier' ? [specifier.imported.name] : [specifier.imported.value]
    })
  })
}

/**
 * Each top-level variable that can change, or that holds something that can, as a line for people: what one call leaves
 * behind there, the next one meets.
 */
export function moduleStateOf({ path, text }: SourceFile): string[] {
  return parsed(path, text).body.flatMap(statement => {
    const declaration = declarationOf(statement)
    if (declaration?.type !== 'VariableDeclaration' || declaration.declare) return []
    return declaration.declarations.flatMap(({ id, init }) => {
      const name = id.type === 'Identifier' ? id.name : 'a pattern'
      const stops = ['test', 'exec', 'lastIndex'].some(member => text.includes(`${name}.${member}`))
      const problem =
        declaration.kind === 'const' ? changeable(init, typeOf(id), stops) : `${declaration.kind} at the top level`
      return problem === null ? [] : [`${name}: ${problem}`]
    })
  })
}

function declarationOf(statement: Statement | Directive): Statement | Directive | Declaration | null {
  if (statement.type !== 'ExportNamedDeclaration') return statement
  return statement.declaration
}

/** Whatever holds entries is typed as one that takes no more. */
function changeable(init: Expression | null, type: TSType | null, stops: boolean): string | null {
  if (init === null) return null
  if (init.type === 'Literal' && 'regex' in init && stops && /[gy]/.test(init.regex.flags))
    return 'an expression that keeps where it stopped'
  if (init.type === 'NewExpression' && init.callee.type === 'Identifier') {
    const made = init.callee.name
    if (made === 'WeakMap' || made === 'WeakSet') return `a ${made} at the top level`
    if ((made === 'Map' || made === 'Set') && !isReadonly(type)) return `a ${made} that is no Readonly${made}`
  }
  if (init.type === 'ArrayExpression' && init.elements.length === 0 && !isReadonly(type))
    return 'an empty array that can be filled'
  if (init.type === 'ObjectExpression' && init.properties.length === 0 && !isReadonly(type))
    return 'an empty object that can be filled'
  return null
}

function typeOf(id: { typeAnnotation?: { typeAnnotation: TSType } | null }): TSType | null {
  return id.typeAnnotation?.typeAnnotation ?? null
}

function isReadonly(type: TSType | null): boolean {
  if (type?.type === 'TSTypeOperator') return type.operator === 'readonly'
  return (
    type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name.startsWith('Readonly')
  )
}

function parsed(path: string, text: string) {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  return program
}
