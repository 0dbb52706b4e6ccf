import manifest from '../../package.json' with { type: 'json' }

/** The version of the program, the same in all workspaces. */
export const version: string = manifest.version
