/** The page prComponentDesign: opens the component of the address in the editor, at the section that the address may name. */
import { useSearchParams } from 'react-router'
import { ApiError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { cataloguePath } from '../catalogue/component-paths.ts'
import { useComponentToEdit } from '../catalogue/component-queries.ts'
import { areas, type EditorArea } from './areas.ts'
import { ComponentEditor } from './component-editor.tsx'

export function Page() {
  const [search] = useSearchParams()
  return <ComponentOfAddress area={areas.find(area => area === search.get('area')) ?? 'steps'} />
}

interface AreaProps {
  readonly area: EditorArea
}

export function ComponentOfAddress({ area }: AreaProps) {
  const t = useT()
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id === null || id === '') {
    return (
      <EmptyState
        isPage
        title={t('component.design.noneTitle')}
        text={t('component.design.noneText')}
        action={<ToCatalogue />}
      />
    )
  }
  return <LoadedEditor key={id} id={id} area={area} />
}

function ToCatalogue() {
  const t = useT()
  return (
    <ButtonLink to={cataloguePath()} type="primary">
      {t('component.design.toCatalogue')}
    </ButtonLink>
  )
}

function LoadedEditor({ id, area }: AreaProps & { readonly id: string }) {
  const t = useT()
  const component = useComponentToEdit(id)
  if (component.isPending) return <LoadingState rows={10} />
  if (component.isError) {
    const { error } = component
    const isGone = error instanceof ApiError && (error.code === 'NotFound' || error.code === 'BadInput')
    return isGone ? (
      <EmptyState
        isPage
        title={t('component.design.goneTitle')}
        text={t('component.design.goneText')}
        action={<ToCatalogue />}
      />
    ) : (
      <ErrorState error={error} onRetry={() => void component.refetch()} />
    )
  }
  return <ComponentEditor component={component.data} initialArea={area} />
}
