/** Texts of errors about uploads in pieces. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const uploadErrorTexts = {
  UploadOffset: {
    zh: '上传进行到第 {offset} 字节，请从该处继续',
    en: 'The upload stands at byte {offset}; go on from there',
  },
  UploadDamaged: {
    zh: '这一段内容在传输中损坏，请重新发送',
    en: 'This piece was damaged on its way; send it again',
  },
  UploadIncomplete: {
    zh: '文件还没有传完：{size} 字节中已收到 {offset} 字节',
    en: 'The file is not complete: {offset} of {size} bytes have arrived',
  },
  UploadBusy: {
    zh: '上传的文件正在处理中，请稍候',
    en: 'The uploaded file is being processed; wait a moment',
  },
  UploadQuota: {
    zh: '您已有 {count} 个未完成的上传，每人最多 {limit} 个、共 {total}；请先完成或取消其中一些，最早的将于 {freeAt} 自动清除',
    en: 'You have {count} unfinished uploads; an account may have {limit} of {total} together. Finish or cancel some; the first is discarded at {freeAt}',
  },
  DiskFull: {
    zh: '服务器磁盘空间不足，还缺 {missing}，请联系管理员清理',
    en: 'The disk of the server lacks {missing}; ask an administrator to make room',
  },
} as const satisfies Catalogue
