/** Addresses of the pages that this feature leads to. */
import { paths } from '../../../lib/navigation/navigation.ts'

export const designPath = (id: string, options: { run?: boolean } = {}): string =>
  `/pone/atf/projects/prComponentDesign?id=${encodeURIComponent(id)}${options.run ? '&run=1' : ''}`

export const cataloguePath = (id?: string): string =>
  id === undefined ? paths.assembly : `${paths.assembly}?id=${encodeURIComponent(id)}`

/** A scenario on its page. */
export const scenarioPath = (id: string): string => `/pone/atf/projects/testset?id=${encodeURIComponent(id)}`
