/**
 * Whether the server has another version of this program than the one that runs here: the page that it sends names
 * another script. False where the server cannot be asked.
 */
export async function isUpdated(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!own) return false
  try {
    const page = await fetch('/', { cache: 'no-store' })
    return page.ok && !(await page.text()).includes(own)
  } catch {
    return false
  }
}

export const updatedTexts = {
  title: 'Waxseal was updated',
  text: 'The server has a newer version. Reload the page to use it.',
  reload: 'Reload',
} as const
