/** Addresses of the pages that this feature leads to. */
import { paths } from '../../lib/navigation.ts'

export const designPath = (id: string, options: { run?: boolean } = {}): string =>
  `/pone/atf/projects/prComponentDesign?id=${encodeURIComponent(id)}${options.run ? '&run=1' : ''}`

export const cataloguePath = (id?: string): string =>
  id === undefined ? paths.assembly : `${paths.assembly}?id=${encodeURIComponent(id)}`

/** The page where scenarios are made; `component` is bound to the new one. */
export const newScenarioPath = (id: string): string =>
  `/pone/atf/projects/testset?component=${encodeURIComponent(id)}`
