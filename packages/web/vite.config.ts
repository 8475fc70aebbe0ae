/** Build of the web: hashed assets into dist, which the server serves; the development server passes calls on to it. */

import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callTable } from './build/call-table.ts'
import { chunkGroups } from './build/chunks.ts'
import { hiddenIcons } from './build/icons.ts'
import { texts } from './build/texts.ts'

const serverAddress = process.env['PONE_SERVER'] ?? 'http://127.0.0.1:8600'

export default defineConfig({
  plugins: [texts(join(import.meta.dirname, 'src')), callTable(), hiddenIcons(), react()],
  root: import.meta.dirname,
  server: { proxy: { '/apm-api': { target: serverAddress, ws: true } } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})
