import "./page.css";
import { createRoot } from "react-dom/client";

const ROWS = ["Nvidia", "Apple Inc.", "Microsoft", "Amazon", "Alphabet", "Meta", "Tesla", "Visa"];

/** The content of an anonymous visitor's first screen, without any function. */
function Page() {
  return (
    <main>
      <h1>Plumbline</h1>
      <section className="card">
        <p>Every fill, provable.</p>
        <p>
          Trade with paper money on a market that moves. It takes an e-mail address and a minute.
        </p>
        <button type="button">Log in</button> <button type="button">Sign up</button>
      </section>
      {ROWS.map((name) => (
        <div key={name} className="row">
          <span>{name}</span>
          <span>181.91</span>
        </div>
      ))}
    </main>
  );
}

createRoot(document.getElementById("root")).render(<Page />);
