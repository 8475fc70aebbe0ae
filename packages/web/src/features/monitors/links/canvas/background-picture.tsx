/** The picture behind the nodes of a topology, at its place on the canvas. */
import type { LinkBackground } from '@pone/contract/entities/monitor-link.ts'
import { useQuery } from '@tanstack/react-query'
import { ViewportPortal } from '@xyflow/react'
import { useProjectId } from '../../../../lib/project.ts'
import { pictureQuery } from '../link-queries.ts'

export function BackgroundPicture({ background }: { readonly background: LinkBackground | undefined }) {
  if (background === undefined) return null
  return (
    <ViewportPortal>
      <Picture background={background} />
    </ViewportPortal>
  )
}

/** Nothing until its bytes are there; the fields of the map say when they cannot be had. */
function Picture({ background }: { readonly background: LinkBackground }) {
  const { pictureId, x, y, width, height, opacity01 } = background
  const { data } = useQuery(pictureQuery(useProjectId(), pictureId))
  if (data === undefined) return null
  return (
    <img
      className="link-background"
      src={data}
      alt=""
      draggable={false}
      style={{ left: x, top: y, width, height, opacity: opacity01 }}
    />
  )
}
