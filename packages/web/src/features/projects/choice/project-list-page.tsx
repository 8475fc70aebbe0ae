/** /pone/atf/projects/projectList: the user's projects, inside the workspace. */
import { useT } from '../../../lib/i18n.ts'
import { ChoiceList } from './choice-list.tsx'

export function Page() {
  const t = useT()
  return <ChoiceList title={t('route.projectList')} />
}
