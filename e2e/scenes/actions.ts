/** The steps of an action: a record to publish, a message to someone who must act, a policy file to serve. */
import { expect, type Page } from '@playwright/test'
import type { World } from '../world.ts'
import { type Card, report } from './report.ts'
import type { Scene } from './scene.ts'

/** A report with the steps of an action open. */
function steps(domain: string, button: RegExp, cards: readonly Card[] = []): Scene {
  const scene = report(domain, 'business', cards)
  return {
    ...scene,
    show: async (page: Page, world: World) => {
      await scene.show(page, world)
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('button', { name: /^Copy (?:value|message|file) / }).first()).toBeVisible()
    },
  }
}

export const actionScenes = {
  'diagnostics-publish': steps('nodmarc.example', /^Publish the record: DMARC record missing/),
  'diagnostics-advised': steps('bare.example', /^Show the record: SPF record missing/),
  'diagnostics-ask': steps('bogus.example', /^Ask your registrar/),
  'diagnostics-serve': steps('nodmarc.example', /^Publish the policy file/, ['Transport']),
} as const satisfies Record<string, Scene>
