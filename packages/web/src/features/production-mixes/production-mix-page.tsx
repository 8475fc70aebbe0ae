/** Page productionMix: the production mixes of the project, and one of them. */
import { useUrlState } from '../../lib/navigation/url-state.ts'
import { MixList } from './list/mix-list.tsx'
import { MixView } from './view/mix-view.tsx'

const urlDefaults = { id: '' }

export function Page() {
  const [{ id }] = useUrlState(urlDefaults)
  return id === '' ? <MixList /> : <MixView id={id} />
}
