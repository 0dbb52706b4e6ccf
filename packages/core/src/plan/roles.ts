/** What a member of a workspace may be, the least first. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

/** The roles that an invitation can give. Only a member can become an owner. */
export const invitedRoles = ['viewer', 'editor', 'admin'] as const satisfies readonly Role[]

/** The names people see. */
export const roleLabels: { readonly [R in Role]: string } = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
  owner: 'Owner',
}

/** May a member with this role do what needs at least `least`? */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
