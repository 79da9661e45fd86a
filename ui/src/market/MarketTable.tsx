export { default } from "./MarketPage";
