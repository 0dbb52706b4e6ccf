import { expect, type Page } from '@playwright/test'
import { answer, fault, rewrite, type Scene } from './scene.ts'

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

interface Me {
  workspace: { id: string; name: string; role: string }
  workspaces: { id: string; name: string; role: string }[]
}

const others = [
  { person_id: 'b', name: 'Katherine Johnson', email: 'katherine@kite.example', role: 'admin', joined_at: ago(40) },
  {
    person_id: 'c',
    name: 'Mary Jackson, responsible for the newsletters of the northern offices',
    email: 'mary.jackson.of.the.newsletters.of.the.northern.offices@kite-and-sons.example',
    role: 'viewer',
    joined_at: ago(3),
  },
]

/** The members of a workspace in which the signed-in person has this role, and its open invitations. */
async function inWorkspace(page: Page, role: string): Promise<void> {
  await rewrite<Me>(page, '/auth/me', reply => {
    const own = { ...reply.workspace, role }
    return { ...reply, workspace: own, workspaces: [own, { id: 'kite', name: 'Kite & Sons', role: 'viewer' }] }
  })
  await rewrite<{ members: object[] }>(page, '/workspace/members', reply => ({
    limit: 5,
    used: 4,
    members: [...reply.members.map(each => ({ ...each, role })), ...others],
  }))
  await answer(page, '/workspace/invitations', {
    invitations: [
      { id: 'i', role: 'editor', created_at: ago(1), expires_at: ago(-6), created_by: 'Katherine Johnson' },
    ],
  })
  await page.goto('/account#workspace')
  await expect(page.getByText('Katherine Johnson').first()).toBeVisible()
}

const invitation = { workspace_name: 'Kite & Sons', role: 'editor', expires_at: ago(-6) }

async function join(page: Page, maySignUp = true): Promise<void> {
  await fault(page, 'POST', '/invitations/read', 200, { ...invitation, may_sign_up: maySignUp })
  await page.goto('/join#token')
  await expect(page.getByRole('heading', { name: 'Join Kite & Sons as Editor?' })).toBeVisible()
}

async function unusable(page: Page, status: number, detail: string): Promise<void> {
  await fault(page, 'POST', '/invitations/read', status, { detail, code: status === 410 ? 'gone' : 'not_found' })
  await page.goto('/join#token')
  await expect(page.getByText(detail)).toBeVisible()
}

export const workspaceScenes = {
  'workspace-members': { as: 'clear', show: page => inWorkspace(page, 'owner') },
  'workspace-viewer': { as: 'clear', show: page => inWorkspace(page, 'viewer') },
  'workspace-invited': {
    as: 'clear',
    show: async page => {
      await inWorkspace(page, 'owner')
      const link = `${new URL(page.url()).origin}/join#3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`
      const made = { id: 'n', role: 'viewer', created_at: ago(0), expires_at: ago(-7), created_by: 'Ada clear' }
      await fault(page, 'POST', '/workspace/invitations', 201, { invitation: made, link })
      await page.getByRole('button', { name: 'Create invitation' }).click()
      await expect(page.getByText(link)).toBeVisible()
    },
  },
  'workspace-remove': {
    as: 'clear',
    show: async page => {
      await inWorkspace(page, 'owner')
      await page.getByRole('button', { name: 'Remove Katherine Johnson' }).click()
      await expect(page.getByRole('dialog')).toContainText('Katherine Johnson loses access')
    },
  },
  'workspace-choice': {
    as: 'clear',
    show: async page => {
      await inWorkspace(page, 'owner')
      await page.getByLabel('Current workspace').selectOption('Kite & Sons (Viewer)')
      await expect(page.getByRole('button', { name: 'Switch workspace' })).toBeVisible()
      await page.getByLabel('Role of Katherine Johnson').selectOption('Editor')
      await expect(page.getByRole('button', { name: 'Change role of Katherine Johnson to Editor' })).toBeVisible()
    },
  },
  'workspace-role': {
    as: 'clear',
    show: async page => {
      await inWorkspace(page, 'owner')
      await page.getByLabel('Role of Katherine Johnson').selectOption('Owner')
      await page.getByRole('button', { name: 'Change role of Katherine Johnson to Owner' }).click()
      await expect(page.getByRole('dialog')).toContainText('Make Katherine Johnson an owner?')
    },
  },
  'workspace-full': {
    as: 'used',
    refused: true,
    show: async page => {
      await page.goto('/account#workspace')
      await page.getByRole('button', { name: 'Create invitation' }).click()
      await expect(page.getByRole('dialog')).toContainText('Your Starter plan allows 1 member.')
    },
  },
  join: { as: 'clear', show: page => join(page) },
  'join-signed-out': { as: null, show: page => join(page) },
  'join-expired': {
    as: 'clear',
    show: page => unusable(page, 410, 'This invitation has expired. Ask for a new one.'),
  },
} satisfies Record<string, Scene>
