/** Saves the drawing as an image: SVG, or PNG at twice its size. */
import { type LinkImage, linkImage } from '@pone/contract/entities/monitor-link-image.ts'
import { useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { counterName } from '../canvas/counter-texts.ts'
import { pictureQuery } from '../link-queries.ts'
import { protocolName } from '../protocol-name.ts'
import type { Drawing } from './topology.ts'

/** Longest side of a PNG, px; browsers refuse larger canvases. */
const maxSide = 8_000

export function useExport(): (drawing: Drawing, format: 'svg' | 'png') => Promise<void> {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const client = useQueryClient()
  const projectId = useProjectId()
  return async (drawing, format) => {
    const pictureId = drawing.background?.pictureId
    const image = linkImage(drawing, {
      ...(pictureId !== undefined && {
        picture: await client.fetchQuery(pictureQuery(projectId, pictureId)),
      }),
      node: node => {
        const named = { type: node.targetType }
        const target = [node.targetName, types.nameOf(named, language)]
          .filter(part => part !== '')
          .join(' · ')
        return [
          target === '' ? node.address || t(`monitorLink.kind.${node.kind}`) : target,
          ...node.counters.map(counter => counterName(types.typeOf(named), counter, language)),
        ]
      },
      edge: edge => [edge.alias, edge.protocol === null ? '' : protocolName(edge.protocol, t)],
    })
    const name = `${drawing.name.trim() || t('monitorLink.new')}.${format}`
    const svg = new Blob([image.svg], { type: 'image/svg+xml' })
    const file = format === 'svg' ? svg : await pngOf(image)
    if (file === null) notify({ kind: 'error', text: t('monitorLink.imageFailed') })
    else saveFile(file, name)
  }
}

async function pngOf({ svg, width, height }: LinkImage): Promise<Blob | null> {
  const scale = Math.min(2, maxSide / width, maxSide / height)
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => {
    canvas.toBlob(resolve)
  })
}
