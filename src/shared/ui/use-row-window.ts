import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'

const headerHeight = 34
/** The height used while the window is hidden: the scroller measures 0 then, and no row would be rendered. */
const unmeasuredHeight = 600
const overscan = 8

interface RowWindow {
  count: number
  rowHeight: number
  grid: RefObject<HTMLDivElement | null>
  /**
   * Index of the focused row. It stays mounted wherever the list is scrolled, otherwise the page would get the focus.
   */
  active: number
}

/** The rows to render, and their positions. */
export function useRowWindow({ count, rowHeight, grid, active }: RowWindow) {
  // oxlint-disable-next-line react/incompatible-library -- concerns the React Compiler, which we do not run
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    overscan,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    // The sticky header covers the top of the scroller: only rows below it are in view.
    scrollPaddingEnd: headerHeight,
    initialRect: { width: 0, height: unmeasuredHeight },
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) => onRect(rect.height === 0 ? { ...rect, height: unmeasuredHeight } : rect)),
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (active >= range.count || indexes.includes(active)) return indexes
      return [...indexes, active].sort((a, b) => a - b)
    },
  })
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    scrollToRow: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
