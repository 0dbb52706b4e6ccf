import manifest from '../../package.json' with { type: 'json' }

/** The version of the program: all workspaces carry one. */
export const version: string = manifest.version
