/** Rules of pictures behind the nodes of monitoring links: what is taken, and when it goes. */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  type LinkPicture,
  type LinkTopology,
  maxLinkPictureSide,
  maxLinkPictures,
} from '@pone/contract/entities/monitor-link.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { UploadedFile } from '../../../calls/handler.ts'
import type { PictureRepository, PictureRow } from './picture.repository.ts'
import { lookAtPicture } from './picture-look.ts'

/** How long a picture that nothing shows is kept: for drawings that are not saved yet, and for undoing. */
const unusedMs = 24 * 3_600_000

export type PictureService = ReturnType<typeof createPictureService>

const described = ({ id, media_type, width, height, content }: PictureRow): LinkPicture => ({
  id,
  mediaType: media_type,
  width,
  height,
  sizeBytes: content.length,
})

export function createPictureService(deps: {
  readonly pictures: PictureRepository
  readonly now: () => number
}) {
  const { pictures, now } = deps
  const find = async (projectId: string, id: string): Promise<PictureRow> => {
    const row = await pictures.find(projectId, id)
    if (row === undefined) throw new AppError('NotFound', { what: 'linkPicture' })
    return row
  }
  return {
    /** The same content is kept once. @throws AppError FileContentRefused, LinkPicturesExceeded */
    upload: async (projectId: string, { path }: Pick<UploadedFile, 'path'>): Promise<LinkPicture> => {
      const content = await readFile(path)
      const look = lookAtPicture(content)
      if (look === null) throw new AppError('FileContentRefused', { detail: 'notPicture', field: 'file' })
      if (Math.max(look.width, look.height) > maxLinkPictureSide)
        throw new AppError('FileContentRefused', { detail: 'pictureTooLarge', field: 'file' })
      await pictures.deleteUnused(projectId, now() - unusedMs)
      const row: PictureRow = {
        id: randomUUID(),
        project_id: projectId,
        sha256: createHash('sha256').update(content).digest('hex'),
        media_type: look.mediaType,
        width: look.width,
        height: look.height,
        content,
        used_at: now(),
      }
      const id = await pictures.insert(row, maxLinkPictures)
      if (id === null) throw new AppError('LinkPicturesExceeded', { limit: maxLinkPictures })
      return { ...described(row), id }
    },
    /** With its bytes. @throws AppError NotFound */
    get: async (projectId: string, id: string): Promise<LinkPicture & { base64: string }> => {
      const row = await find(projectId, id)
      return { ...described(row), base64: row.content.toString('base64') }
    },
    /** To be called before a topology is saved. @throws AppError NotFound when its picture is gone */
    use: async (projectId: string, { background }: LinkTopology): Promise<void> => {
      if (background !== undefined && !(await pictures.touch(projectId, background.pictureId, now())))
        throw new AppError('NotFound', { what: 'linkPicture' })
      await pictures.deleteUnused(projectId, now() - unusedMs)
    },
    /** As an address for exported files; null: it has none, or the picture is gone. */
    dataUrl: async (projectId: string, { background }: LinkTopology): Promise<string | null> => {
      const row = background && (await pictures.find(projectId, background.pictureId))
      return row === undefined ? null : `data:${row.media_type};base64,${row.content.toString('base64')}`
    },
  }
}
