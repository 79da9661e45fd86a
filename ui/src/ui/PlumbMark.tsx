/** The mark: a plumb bob on its line. Ink for the line, brass for the bob. */
export function PlumbMark({ size = 22, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      className={className}
      aria-hidden
    >
      <path d="M12 1v9" stroke="currentColor" strokeWidth="1.6" />
      <path d="M8.500 10h7l-1.200 6.500L12 23l-2.300-6.500z" className="fill-brass" />
    </svg>
  );
}
