/** The sections of the component editor. */
export const areas = ['steps', 'threadGroup', 'parameters', 'variables', 'settings', 'code'] as const
export type EditorArea = (typeof areas)[number]

/** The section that a path outside the steps lies in. */
export const areaOfPath = (path: string): EditorArea => areas.find(name => path.startsWith(name)) ?? 'steps'
